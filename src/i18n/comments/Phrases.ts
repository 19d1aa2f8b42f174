import type { phrases } from './zhCN'

export type CommentsPhrases = typeof phrases
