// openapi.mjs - the description of the HTTP API (server/api/openapi), and whether answers are as it says.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import Ajv from 'ajv/dist/2020.js';

const folder = new URL('../../../server/api/openapi/', import.meta.url);
const read = name => JSON.parse(fs.readFileSync(fileURLToPath(new URL(name, folder)), 'utf8'));

// As the program serves it.
export const description = read('openapi.json');
description.paths = {};
for (const name of fs.readdirSync(fileURLToPath(folder)).sort()) {
  if (name === 'openapi.json') continue;
  const { paths, schemas } = read(name);
  Object.assign(description.paths, paths);
  Object.assign(description.components.schemas, schemas);
}

export const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } });
ajv.addSchema(description, 'castled');
const pointer = parts => parts.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

// The longest fixed part first: "/api/challenge/ai" is not a player's name.
const patterns = operations
  .map(one => ({ ...one, pattern: new RegExp(`^${one.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

export const operationOf = (method, target) => {
  const path = decodeURIComponent(target.split('?')[0]);
  return patterns.find(one => one.method === method && one.pattern.test(path));
};

const isJson = type => type === 'application/json' || type === 'application/x-ndjson';

// Of one value; 'type' is the media type that it came as. The operation.
export function checkValue(method, target, status, type, value) {
  const found = operationOf(method, target);
  assert.ok(found, `${method} ${target} is not described`);
  const { path, operation } = found;
  const where = `${method} ${path} → ${status} ${type}`;
  const key = String(status) in operation.responses ? String(status) : 'default';
  assert.ok(key !== 'default' || status >= 400, `${where}: the status is not described`);
  const reference = operation.responses[key].$ref;
  const base = reference ? reference.slice(2).split('/') : ['paths', path, method.toLowerCase(), 'responses', key];
  const answer = base.reduce((at, part) => at[part], description);
  assert.ok(answer.content?.[type], `${where}: the media type is not described`);
  if (!isJson(type)) return operation;
  const validate = ajv.compile({ $ref: `castled#/${pointer([...base, 'content', type, 'schema'])}` });
  assert.ok(validate(value), `${where}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
  return operation;
}

// Of an answer as http_client.mjs has it.
export function checkAnswer(method, target, { status, headers, body, json }) {
  const type = headers['content-type']?.split(';')[0];
  if (body === '' && !type) {
    const { operation } = operationOf(method, target) ?? {};
    assert.ok(operation?.responses[status], `${method} ${target} → ${status} is not described`);
    return operation;
  }
  if (type !== 'application/x-ndjson') return checkValue(method, target, status, type, json);
  for (const line of body.split('\n').filter(Boolean)) checkValue(method, target, status, type, JSON.parse(line));
  return operationOf(method, target).operation;
}
