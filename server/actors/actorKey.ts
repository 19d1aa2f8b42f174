/** Names an actor in addresses, rows, logs and keys: `u17`, `v5p1u17` (link 5 under its first password, visited by user 17; `p0`: by name), `c4h9` (person 9 of collecting link 4), `a3s5u17` (application 3 with the scopes of mask 5, for user 17; `w9`: viewed by user 9). */
export type ActorKey = string
