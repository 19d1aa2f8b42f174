/** Names an actor in addresses, rows, logs and keys: `u17`, `v5` (link 5), `a3` or `a3u17` (application 3, for user 17). */
export type ActorKey = string
