/** Copies heads of rules from one network to another. */
import type { NetworkWeights } from '../../src/engine/runtime/network-weights.ts';

/** @returns a network without the heads that no rule uses */
export function withoutIdleHeads({ heads, rules, ...lines }: NetworkWeights): NetworkWeights {
  const used = [...new Set(rules.flatMap((own) => own ?? []))].sort((a, b) => a - b);
  const renumbered = rules.map((own) =>
    own === null ? null : ([used.indexOf(own[0]), used.indexOf(own[1])] as const),
  );
  return { ...lines, heads: used.map((head) => heads[head]), rules: renumbered };
}

/** @returns a network whose rules without heads have those of another one, if both have the same lines */
export function withHeadsOf(network: NetworkWeights, other: NetworkWeights): NetworkWeights {
  const { rows, bias } = network;
  const isSame = rows.every((row, i) => row === other.rows[i]) && bias.every((one, i) => one === other.bias[i]);
  if (!isSame) return network;
  const first = network.heads.length;
  const rules = network.rules.map((own, index) => {
    const others = other.rules[index];
    return own ?? (others === null ? null : ([first + others[0], first + others[1]] as const));
  });
  return withoutIdleHeads({ ...network, heads: [...network.heads, ...other.heads], rules });
}
