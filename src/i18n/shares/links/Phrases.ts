import type { phrases } from './zhCN'

export type LinksPhrases = typeof phrases
