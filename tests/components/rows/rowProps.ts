import { fileTileOf } from '@/domain/items/kinds'

export const nothing = () => undefined
export const plain = {
  name: '会议纪要.pdf',
  type: 'file' as const,
  tile: fileTileOf('pdf'),
  meta: '昨天 · 4.2 MB',
  onOpen: nothing,
}
export const full = {
  ...plain,
  tags: ['招生', '对外'],
  moreTags: '+2',
  encrypted: '加密',
  origin: '协作',
  locked: true,
  thumbnail: '/api/thumb?s="x',
}
