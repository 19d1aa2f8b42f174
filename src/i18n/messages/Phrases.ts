import type { phrases } from './zhCN'

export type MessagePhrases = typeof phrases
