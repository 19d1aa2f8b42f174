import type { Language, Wording } from '@/contract/entities'
import type { ErrorCode, PreviewReason } from '@/contract/errors'
import { educationErrors } from './education'
import { errors as en, reasons as enReasons } from './en'
import { fill } from './fill'
import { errors as zhCN, reasons as zhCNReasons } from './zhCN'
import { errors as zhTW, reasons as zhTWReasons } from './zhTW'

/** The default wording of every code. `wordError` fills `{name}` and `{character}`. */
export const errorWords: Record<Language, Record<ErrorCode, string>> = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

export const previewReasonWords: Record<Language, Record<PreviewReason, string>> = {
  'zh-CN': zhCNReasons,
  en: enReasons,
  'zh-TW': zhTWReasons,
}

/**
 * The message of a code (`error_tr_msg`, decisions 41).
 * `params`: `character` for name_character, `name` (of the locker) for item_locked, `name` and `login` (of the owner) for
 * restore_folder_without_permission, `name` (of the item) and `owner` (of its space) for move_out_refused.
 */
export function wordError(
  code: ErrorCode,
  language: Language,
  wording: Wording,
  params?: Record<string, string | number>,
): string {
  const overlay = wording === 'education' ? educationErrors[language] : {}
  return fill(overlay[code] ?? errorWords[language][code], params)
}
