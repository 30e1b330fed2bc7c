#!/usr/bin/env node
/** The program: a brain without arguments, everything else by subcommand. */
import { runBrain } from './brain.ts';

runBrain();
