import { describe, expect, test } from '@jest/globals'
import { hasPreviewControls, viewerOf } from '@/domain/previews/viewerOf'

const docx = { kind: 'pdf', extension: 'docx', size: 1000, mayDownload: true } as const
const browser = { opensDocuments: false }
const phone = { opensDocuments: true }
const denied = { ...docx, mayDownload: false }
const limit = 200 * 1024 * 1024

const table: [
  sentence: string,
  file: Parameters<typeof viewerOf>[0],
  on: Parameters<typeof viewerOf>[1],
  viewer: unknown,
][] = [
  ['an image opens in the gallery', { ...docx, kind: 'image_1024', extension: 'jpg' }, phone, { viewer: 'gallery' }],
  ['a video opens in the player', { ...docx, kind: 'video', extension: 'mp4' }, browser, { viewer: 'player' }],
  ['a sound opens in the player', { ...docx, kind: 'audio', extension: 'mp3' }, phone, { viewer: 'player' }],
  [
    'a collaborative document opens in its frame',
    { ...docx, kind: 'yiqixie', extension: 'ydoc' },
    browser,
    { viewer: 'document' },
  ],
  [
    'a file without a preview opens as unsupported',
    { ...docx, kind: 'unsupported', extension: 'xyz' },
    phone,
    { viewer: 'unsupported' },
  ],
  ['a document opens in the PDF viewer of a browser', docx, browser, { viewer: 'pdf' }],
  [
    'a document without the right to download opens there, too, because its PDF has a watermark',
    denied,
    browser,
    { viewer: 'pdf' },
  ],
  [
    '[PREV-08] a document opens as pages where that viewer does not start',
    docx,
    { ...browser, failed: true },
    { viewer: 'pages' },
  ],
  [
    'a document opens unconverted in the phone’s own viewer',
    docx,
    phone,
    { viewer: 'system', source: 'original', extension: 'docx' },
  ],
  [
    'a PDF opens in the phone’s own viewer',
    { ...docx, extension: 'pdf' },
    phone,
    { viewer: 'system', source: 'original', extension: 'pdf' },
  ],
  [
    '[PREV-08] a document without the right to download opens as pages, because that viewer has a menu',
    denied,
    phone,
    { viewer: 'pages' },
  ],
  [
    'the phone’s viewer shows the rendition of a type that it cannot read',
    { ...docx, extension: 'md' },
    phone,
    { viewer: 'system', source: 'rendition', extension: 'pdf' },
  ],
  [
    'a rendition without the right to download opens as pages',
    { ...denied, extension: 'md' },
    phone,
    { viewer: 'pages' },
  ],
  [
    'the phone’s viewer shows files up to 200 MB',
    { ...docx, size: limit },
    phone,
    { viewer: 'system', source: 'original', extension: 'docx' },
  ],
  [
    '[AH-36] a text that may be downloaded is read as text, on a phone',
    { ...docx, extension: 'md' },
    { ...phone, reads: true },
    { viewer: 'reading' },
  ],
  [
    '[AH-36] a mail, too, in a browser',
    { ...docx, extension: 'eml' },
    { ...browser, reads: true },
    { viewer: 'reading' },
  ],
  ['[AH-36] a Word document is not', docx, { ...browser, reads: true }, { viewer: 'pdf' }],
  [
    '[AH-38] a Word document is read where the user wishes',
    docx,
    { ...phone, readsDocument: true },
    { viewer: 'reading' },
  ],
  [
    '[AH-38] [AH-05] not without the right to download it',
    denied,
    { ...phone, readsDocument: true },
    { viewer: 'pages' },
  ],
  ['[AH-38] slides are not', { ...docx, extension: 'odp' }, { ...browser, readsDocument: true }, { viewer: 'pdf' }],
  [
    '[AH-37] a workbook that may be downloaded is shown as a table, on a phone',
    { ...docx, extension: 'xlsx' },
    { ...phone, reads: true, frames: true },
    { viewer: 'grid' },
  ],
  ['[AH-37] a CSV, too', { ...docx, extension: 'csv' }, { ...browser, reads: true, frames: true }, { viewer: 'grid' }],
  [
    '[AH-37] a browser that frames documents frames a workbook',
    { ...docx, extension: 'xlsx' },
    { ...browser, reads: true, frames: true },
    { viewer: 'pdf' },
  ],
  [
    '[AH-37] [AH-05] a workbook that may not be downloaded opens as pages',
    { ...denied, extension: 'xlsx' },
    { ...phone, reads: true },
    { viewer: 'pages' },
  ],
  [
    '[AH-36] [AH-05] a text that may not be downloaded opens as pages',
    { ...denied, extension: 'txt' },
    { ...phone, reads: true },
    { viewer: 'pages' },
  ],
  ['[PREV-08] a larger file opens as pages', { ...docx, size: limit + 1 }, phone, { viewer: 'pages' }],
  [
    '[PREV-08] a file that the phone’s viewer refused opens as pages',
    docx,
    { ...phone, failed: true },
    { viewer: 'pages' },
  ],
  [
    'a picture whose pages the gallery cannot show opens as pages',
    { ...docx, kind: 'image_1024' },
    { ...phone, failed: true },
    { viewer: 'pages' },
  ],
]

describe('a file opens in a viewer', () => {
  test.each(table)('%s', (_sentence, file, on, viewer) => expect(viewerOf(file, on)).toStrictEqual(viewer))
})

describe('the top bar has share and more (1§2)', () => {
  test('share and more are shown for the current version', () =>
    expect(hasPreviewControls({ isOpenPreview: false, isCurrentVersion: true })).toBe(true))
  test('[PREV-01] share and more are hidden in open_preview', () =>
    expect(hasPreviewControls({ isOpenPreview: true, isCurrentVersion: true })).toBe(false))
  test('share and more are hidden for a non-current version', () =>
    expect(hasPreviewControls({ isOpenPreview: false, isCurrentVersion: false })).toBe(false))
})
