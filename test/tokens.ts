/** A token of a TypeScript source. Comments and white space are not tokens. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'template' | 'sign';
  readonly text: string;
  readonly line: number;
}

const PATTERN = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<string>'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*")`,
    String.raw`(?<template>${'`'}(?:\\[\s\S]|[^\\${'`'}])*${'`'})`,
    String.raw`(?<number>0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?)`,
    String.raw`(?<word>[\p{L}_$][\p{L}\d_$]*)`,
    String.raw`(?<sign>\.\.\.|=>|\?\?=?|\|\|=?|&&=?|>>>?=?|<<=?|[=!]==?|[-+*/%&|^<>]=|\+\+|--|\*\*=?|\?\.|[^\s])`,
    String.raw`(?<space>\s+)`,
  ].join('|'),
  'gu',
);

/** Splits a source into tokens. Regular expressions and nested templates are not supported. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const match of source.matchAll(PATTERN)) {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? ['space', ''];
    if (kind !== 'comment' && kind !== 'space') tokens.push({ kind: kind as Token['kind'], text, line });
    line += text.split('\n').length - 1;
  }
  return tokens;
}
