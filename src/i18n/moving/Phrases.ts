import type { phrases } from './zhCN'

export type PickPhrases = typeof phrases
