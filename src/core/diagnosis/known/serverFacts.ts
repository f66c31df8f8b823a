/** What is known about a public server from its manual, and not from what it prints. */
export interface KnownServer {
  /** Its packages, its images, and the names of its program. */
  readonly ids: readonly string[];
  readonly service?: string;
  /** The variables without which it does not start. */
  readonly needs?: readonly string[];
  /** Other credentials and addresses that it reads. */
  readonly reads?: readonly string[];
  /** Names under which users give a variable, where they do not begin like it. */
  readonly also?: Readonly<Record<string, string>>;
  /** The words that start it over stdio. */
  readonly start?: string;
  /** The variable whose value it takes as an argument, behind the words that start it. */
  readonly keyArgument?: string;
  /** The words with which it signs in. */
  readonly login?: string;
  readonly file?: SetupFile;
  /** The folder that is in each folder it can serve. */
  readonly marker?: string;
}

interface SetupFile {
  readonly name: string;
  /** In the home folder. */
  readonly folder?: string;
  /** The variable that says where it is. */
  readonly variable: string;
}
