import type { FileRequestInfo } from '@/contract/fileRequests'
import { isKindTaken, FILE_REQUEST_SIZE_LIMIT } from '@/domain/fileRequests/files'
import { extensionOf } from '@/domain/items/extension'
import type { PickedFile } from '@/platform/Platform'
import type { HandInEntry } from './HandInEntry'

/** Why a chosen file is not accepted; or the file is accepted under another name. `version`: the file it would replace has another extension. */
export type Remark = 'kind' | 'version' | 'size' | 'count' | 'renamed'

/** Why a collecting link cannot accept a file; null: it can. @param replaces the handed-in file that the chosen one replaces */
export function refusalOf(
  { name, size }: PickedFile,
  { collect, replaces }: { collect: FileRequestInfo | null; replaces: HandInEntry['replaces'] },
): Remark | null {
  if (!isKindTaken(name, collect?.kinds ?? [])) return 'kind'
  if (replaces && extensionOf(replaces.name) !== extensionOf(name)) return 'version'
  return size > FILE_REQUEST_SIZE_LIMIT ? 'size' : null
}
