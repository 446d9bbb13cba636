// The shell of all pages: small, whole, and silent towards the network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root } from './browser.js';

const shell = readFileSync(path.join(root, 'build/share/ricochet/web/page.html'), 'utf8');

test('the bundle is under 150 kB after gzip', (t) => {
  const size = gzipSync(shell, { level: 9 }).length;
  t.diagnostic(`${size} bytes`);
  assert.ok(size < 150000, `${size} bytes`);
});

test('script and style are inside, and nothing may be fetched', () => {
  assert.doesNotMatch(shell, /<script[^>]* src=|<link[^>]*>/);
  assert.match(shell, /http-equiv="Content-Security-Policy" content="default-src 'none';/);
  for (const [address] of shell.matchAll(/https?:\/\/[^\s"'`)]+/g)) {
    // Names of namespaces, and of pages that messages of the framework point to: never loaded.
    assert.match(address, /^http:\/\/www\.w3\.org\/|^https:\/\/svelte\.dev\//);
  }
});

test('there is one place for the data and one for the title', () => {
  assert.equal(shell.split('<!--ricochet-data-->').length, 2);
  assert.equal(shell.split('<title>Ricochet</title>').length, 2);
});
