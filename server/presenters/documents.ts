import type { DocumentVersion } from '@/contract/documents'
import type { HistoryRow } from '../queries/documents/documents'

export function presentVersion({ id, created_at, remark, size, userId, userName }: HistoryRow): DocumentVersion {
  return {
    version_id: id,
    created_at: Math.floor(created_at.getTime() / 1000),
    name: remark,
    user: { id: userId, name: userName },
    size,
  }
}
