import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sdk from '@modelcontextprotocol/client';
import {
  isInsufficientScopeError,
  isProtocolError,
  isSdkError,
  isSdkErrorOf,
  isSdkHttpError,
  isUnauthorizedError,
  metaKeys,
  methodNotFoundCode,
} from '../../../src/core/wire/sdkNames.ts';

const errors = [
  new sdk.SdkError(sdk.SdkErrorCode.ConnectionClosed, 'x'),
  new sdk.SdkHttpError(sdk.SdkErrorCode.ClientHttpNotImplemented, 'x', { status: 404 }),
  new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, 'x'),
  new sdk.ResourceNotFoundError('file:///x'),
  new sdk.UnauthorizedError('x'),
  new sdk.InsufficientScopeError({}),
  new Error('x'),
  { code: 'CONNECTION_CLOSED' },
  undefined,
];

test('errors of the SDK are known as the SDK itself knows them', () => {
  for (const [ours, theirs] of [
    [isSdkError, sdk.SdkError],
    [isSdkHttpError, sdk.SdkHttpError],
    [isProtocolError, sdk.ProtocolError],
    [isUnauthorizedError, sdk.UnauthorizedError],
    [isInsufficientScopeError, sdk.InsufficientScopeError],
  ] as const)
    assert.deepEqual(
      errors.map((error) => ours(error)),
      errors.map((error) => theirs.isInstance(error)),
      theirs.name,
    );
});

test('the codes and keys are those of the SDK', () => {
  const { ConnectionClosed, InvalidResult, RequestTimeout } = sdk.SdkErrorCode;
  const codes = [ConnectionClosed, InvalidResult, RequestTimeout].map((code) => new sdk.SdkError(code, 'x'));
  const names = ['CONNECTION_CLOSED', 'INVALID_RESULT', 'REQUEST_TIMEOUT'] as const;
  assert.deepEqual(
    names.map((name) => codes.findIndex((error) => isSdkErrorOf(error, name))),
    [0, 1, 2],
  );
  assert.equal(methodNotFoundCode, sdk.ProtocolErrorCode.MethodNotFound);
  assert.deepEqual(Object.values(metaKeys), [
    sdk.PROTOCOL_VERSION_META_KEY,
    sdk.CLIENT_INFO_META_KEY,
    sdk.CLIENT_CAPABILITIES_META_KEY,
  ]);
});
