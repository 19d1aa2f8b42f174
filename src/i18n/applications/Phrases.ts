import type { phrases } from './zhCN'

export type OpenPhrases = typeof phrases
