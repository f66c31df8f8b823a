/** `npm run test:faults`: everything, for a night or a release. `npm test` runs a part of each table. */
export const isLong = process.env['FAULTS_LONG'] === '1';
