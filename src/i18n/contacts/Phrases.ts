import type { phrases } from './zhCN'

export type PeoplePhrases = typeof phrases
