#!/usr/bin/env node
// Exists before the build, so that npm ci can link it.
import '../dist/gomocup-check.js';
