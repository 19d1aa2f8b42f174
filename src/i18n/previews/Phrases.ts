import type { phrases } from './zhCN'

export type PreviewPhrases = typeof phrases
