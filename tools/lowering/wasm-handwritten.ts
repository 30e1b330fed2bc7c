/**
 * Functions that are not lowered but written by hand, as vector instructions for instance, and replace those of the
 * source with the same name. The source still defines their meaning: a checked module runs it, and so does JavaScript.
 * A test must compare both.
 */
import binaryen from 'binaryen';
import type { FixedArray, ModuleForm } from './form.ts';

type Code = binaryen.ExpressionRef;

/** A function as binaryen takes it. The parameters are the first locals. */
export interface WasmFunction {
  /** All of them i32. */
  readonly parameters: number;
  readonly result: binaryen.Type;
  /** Types of the locals after the parameters. */
  readonly locals: readonly binaryen.Type[];
  readonly body: Code;
}

/**
 * Writes one function.
 * @param addressOf code for the address of a fixed array of the module
 * @param constant value of a constant of the module
 */
export type Handwritten = (
  m: binaryen.Module,
  addressOf: (array: string) => Code,
  constant: (name: string) => number,
) => WasmFunction;

/** @param address code for the address of an array @throws {Error} for a name that the module does not have */
export function writeByHand(
  m: binaryen.Module,
  name: string,
  write: Handwritten,
  form: ModuleForm,
  address: (array: FixedArray) => Code,
): void {
  const addressOf = (wanted: string): Code => {
    const array = form.arrays.find((candidate) => candidate.name === wanted);
    if (array === undefined) throw new Error(`${name}, written by hand: expected an array ${wanted} in the module`);
    return address(array);
  };
  const constant = (wanted: string): number => {
    const value = form.constants.get(wanted);
    if (value === undefined) throw new Error(`${name}, written by hand: expected a constant ${wanted} in the module`);
    return value;
  };
  const { parameters, result, locals, body } = write(m, addressOf, constant);
  const types = Array<binaryen.Type>(parameters).fill(binaryen.i32);
  m.addFunction(name, binaryen.createType(types), result, [...locals], body);
}
