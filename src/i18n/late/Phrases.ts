import type { phrases } from './zhCN'

export type LatePhrases = typeof phrases
