import { describe, expect, test } from '@jest/globals'
import { guideOf, type Guide } from '@/domain/session/guides'

const all: Guide[] = ['sync', 'upload', 'logout']

describe('[CTX-13] a place shows one guide at most', () => {
  const table: [string, { space: string; canUpload?: boolean; isFromWeChat?: boolean; on?: Guide[] }, Guide | null][] =
    [
      ['the first list with all guides on', { space: 'frequent' }, 'sync'],
      ['the first list without the sync guide', { space: 'frequent', on: ['upload', 'logout'] }, 'logout'],
      ['the first list without both guides', { space: 'frequent', on: ['upload'] }, null],
      ['the own space that accepts files', { space: 'own', canUpload: true }, 'upload'],
      ['a department that accepts files', { space: 'dept', canUpload: true }, 'upload'],
      ['a folder that accepts no files', { space: 'folder', canUpload: false }, null],
      ['the trash', { space: 'trash' }, null],
      ['the own space without the upload guide', { space: 'own', canUpload: true, on: ['sync', 'logout'] }, null],
      [
        '[CTX-08] the root of the own space in an enterprise from WeChat',
        { space: 'own', canUpload: true, isFromWeChat: true },
        'upload',
      ],
      ['a folder in an enterprise from WeChat', { space: 'folder', canUpload: true, isFromWeChat: true }, null],
      [
        'the own space without uploads in an enterprise from WeChat',
        { space: 'own', canUpload: false, isFromWeChat: true },
        null,
      ],
      ['a place with all guides off', { space: 'own', canUpload: true, on: [] }, null],
    ]
  for (const [what, { space, canUpload = false, isFromWeChat = false, on = all }, guide] of table) {
    test(`${what} shows ${guide ?? 'no guide'}`, () =>
      expect(guideOf({ space, canUpload, isFromWeChat }, (each) => on.includes(each))).toBe(guide))
  }
})
