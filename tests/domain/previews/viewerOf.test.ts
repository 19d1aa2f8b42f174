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
  ['an image in the gallery', { ...docx, kind: 'image_1024', extension: 'jpg' }, phone, { viewer: 'gallery' }],
  ['a video in the player', { ...docx, kind: 'video', extension: 'mp4' }, browser, { viewer: 'player' }],
  ['a sound in the player', { ...docx, kind: 'audio', extension: 'mp3' }, phone, { viewer: 'player' }],
  [
    'a collaborative document in its frame',
    { ...docx, kind: 'yiqixie', extension: 'ydoc' },
    browser,
    { viewer: 'document' },
  ],
  ['what has no preview says so', { ...docx, kind: 'unsupported', extension: 'xyz' }, phone, { viewer: 'unsupported' }],
  ['a document in the PDF viewer of a browser', docx, browser, { viewer: 'pdf' }],
  ['there without the right to download too, for its PDF carries a mark', denied, browser, { viewer: 'pdf' }],
  ['[PREV-08] as pages where that viewer does not start', docx, { ...browser, failed: true }, { viewer: 'pages' }],
  ['in the phone’s own viewer, as it is', docx, phone, { viewer: 'system', source: 'original', extension: 'docx' }],
  ['a PDF too', { ...docx, extension: 'pdf' }, phone, { viewer: 'system', source: 'original', extension: 'pdf' }],
  ['[PREV-08] without the right to download as pages, for that viewer has a menu', denied, phone, { viewer: 'pages' }],
  [
    'of a type it does not take, the rendition',
    { ...docx, extension: 'md' },
    phone,
    { viewer: 'system', source: 'rendition', extension: 'pdf' },
  ],
  ['without the right to download as pages', { ...denied, extension: 'md' }, phone, { viewer: 'pages' }],
  ['up to 200 MB', { ...docx, size: limit }, phone, { viewer: 'system', source: 'original', extension: 'docx' }],
  ['[PREV-08] larger, as pages', { ...docx, size: limit + 1 }, phone, { viewer: 'pages' }],
  ['[PREV-08] what it refused, as pages', docx, { ...phone, failed: true }, { viewer: 'pages' }],
  ['a picture never', { ...docx, kind: 'image_1024' }, { ...phone, failed: true }, { viewer: 'gallery' }],
]

describe('what shows a file', () => {
  test.each(table)('%s', (_sentence, file, on, viewer) => expect(viewerOf(file, on)).toStrictEqual(viewer))
})

describe('share and more in the top bar (1§2)', () => {
  test('are there', () => expect(hasPreviewControls({ isOpenPreview: false, isCurrentVersion: true })).toBe(true))
  test('[PREV-01] hidden in open_preview', () =>
    expect(hasPreviewControls({ isOpenPreview: true, isCurrentVersion: true })).toBe(false))
  test('and when viewing a non-current version', () =>
    expect(hasPreviewControls({ isOpenPreview: false, isCurrentVersion: false })).toBe(false))
})
