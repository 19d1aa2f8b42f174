import { describe, expect, test } from '@jest/globals'
import { guideOf, type Guide } from '@/domain/session/guides'

const all: Guide[] = ['sync', 'upload', 'logout']

describe('[CTX-13] which guide a place shows', () => {
  const table: [string, { space: string; canUpload?: boolean; isFromWeChat?: boolean; on?: Guide[] }, Guide | null][] =
    [
      ['where one arrives: that it is on a computer, too', { space: 'frequent' }, 'sync'],
      ['once that is off: where to sign out', { space: 'frequent', on: ['upload', 'logout'] }, 'logout'],
      ['once that is off, too: none, whatever else is on', { space: 'frequent', on: ['upload'] }, null],
      ['the own space: how to upload', { space: 'own', canUpload: true }, 'upload'],
      ['a folder and a department that take files, as well', { space: 'dept', canUpload: true }, 'upload'],
      ['a place that takes none', { space: 'folder', canUpload: false }, null],
      ['the trash', { space: 'trash' }, null],
      ['once it is off', { space: 'own', canUpload: true, on: ['sync', 'logout'] }, null],
      [
        '[CTX-08] in an enterprise from WeChat the root of the own space',
        { space: 'own', canUpload: true, isFromWeChat: true },
        'upload',
      ],
      ['and there alone', { space: 'folder', canUpload: true, isFromWeChat: true }, null],
      ['unless that is closed', { space: 'own', canUpload: false, isFromWeChat: true }, null],
      ['all off', { space: 'own', canUpload: true, on: [] }, null],
    ]
  for (const [what, { space, canUpload = false, isFromWeChat = false, on = all }, guide] of table) {
    test(`${what}: ${guide ?? 'none'}`, () =>
      expect(guideOf({ space, canUpload, isFromWeChat }, (each) => on.includes(each))).toBe(guide))
  }
})
