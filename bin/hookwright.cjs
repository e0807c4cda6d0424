#!/usr/bin/env node
/** The command of the npm package. Old versions of Node must be able to run this file. */
'use strict';

const fs = require('fs');
const path = require('path');
const packageJson = require('../package.json');

const numbers = (version) => version.replace('>=', '').split('.').map(Number);

function isOlder(version, minimum) {
  const index = [0, 1, 2].find((part) => version[part] !== minimum[part]);
  return index !== undefined && version[index] < minimum[index];
}

const required = packageJson.engines.node;
const checkout = path.join(__dirname, '..', 'scripts', 'hookwright.cjs');

if (fs.existsSync(checkout)) {
  // A copy of the repository installs, builds and brings its own Node.
  require(checkout);
} else if (isOlder(numbers(process.versions.node), numbers(required))) {
  const minimum = required.replace('>=', '');
  process.stderr.write(
    `hookwright: Node ${minimum} or later is required; this is ${process.version}. Get it from https://nodejs.org.\n`
  );
  process.exitCode = 2;
} else {
  require('../out/node/cli.js');
}
