/** Written by `npm run tool -- network pack`; see docs/evaluation.md. Base64 by rule, read by networks.ts. */
export const NETWORKS: Readonly<Record<number, string>> = {};
