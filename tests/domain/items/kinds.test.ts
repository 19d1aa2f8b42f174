import { describe, expect, test } from '@jest/globals'
import type { ExtensionCategory, Item } from '@/contract/entities'
import { categoryOf, extensionsOf, fileTileOf, previewKindOf } from '@/domain/items/kinds'
import { folderKindOf, tileOf } from '@/domain/items/tiles'
import { aFolder, anItem } from '../support'

describe('[PREV-02] the representation that shows a file (1§4)', () => {
  const table: [sentence: string, extensions: string, kind: string][] = [
    ['collaborative-document for ydoc/yxls', 'ydoc yxls', 'yiqixie'],
    ['pdf for document', 'doc docx xls xlsx ppt pptx rtf odt', 'pdf'],
    ['pdf for templates and macros of Office', 'dotm xltm potm ppsm dotx xltx potx', 'pdf'],
    ['pdf for OpenDocument, its templates and its flat files', 'odt ods odp odg ott ots otp otg fodt fods fodp', 'pdf'],
    [
      'pdf for older office documents',
      'wk1 wks wk3 wk4 wq1 wq2 wb1 wb2 wb3 qpw 123 dif xlr slk sxc sxw sxi wri wpd pub',
      'pdf',
    ],
    ['pdf for drawings of Visio', 'vsd vsdx', 'pdf'],
    ['pdf for text', 'txt csv log rss xsd rst jsonl ndjson lrc nfo diff ics vcf', 'pdf'],
    ['pdf for markdown', 'md markdown', 'pdf'],
    ['pdf for cad', 'dwg dxf', 'pdf'],
    ['pdf for pdf', 'pdf', 'pdf'],
    ['image_1024 for images', 'jpg jpeg png apng gif heic webp jxl jp2 mpo dib svgz', 'image_1024'],
    ['video', 'mp4 mov mkv asf ogv', 'video'],
    ['audio', 'mp3 m4a wav m4b mp2', 'audio'],
    ['otherwise unsupported', 'rvt exe xyz', 'unsupported'],
    // Its extraction has statuses of its own (1§4).
    ['the list of an archive', 'zip rar 7z tar tar.gz tbz2 jar apk', 'zip'],
    ['without an extension unsupported', '', 'unsupported'],
  ]
  test.each(table)('%s', (_sentence, extensions, kind) => {
    for (const extension of extensions.split(' '))
      expect([extension, previewKindOf({ extension_category: categoryOf(extension) })]).toStrictEqual([extension, kind])
  })

  test('every extension has one kind: otherwise the later list would win, and a script be played as a video', () => {
    const listed = Object.values(extensionsOf).flatMap((extensions) => extensions.split(' '))
    expect(listed.filter((extension, at) => listed.indexOf(extension) !== at)).toStrictEqual([])
  })
})

describe('extension categories (1§3)', () => {
  const table: [ExtensionCategory, string][] = [
    ['text', 'txt'],
    ['image', 'jpg'],
    ['rvt', 'rvt'],
    ['audio', 'mp3'],
    ['video', 'mp4'],
    ['cad', 'dwg'],
    ['zip', 'zip'],
    ['zip', 'tar.gz'],
    ['document', 'docx'],
    ['markdown', 'md'],
    ['pdf', 'pdf'],
    ['ydoc', 'yxls'],
    ['other', 'exe'],
    ['other', ''],
    ['other', 'constructor'],
  ]
  for (const [category, extension] of table) {
    test(`${extension || 'none'} is ${category}`, () => expect(categoryOf(extension)).toBe(category))
  }
})

describe('the tile of a row', () => {
  const table: [extension: string, label: string, group: string][] = [
    ['pdf', 'PDF', 'pdf'],
    ['doc', 'DOC', 'doc'],
    ['docx', 'DOC', 'doc'],
    ['xlsx', 'XLS', 'xls'],
    ['pptx', 'PPT', 'ppt'],
    ['dotm', 'DOC', 'doc'],
    ['xltm', 'XLS', 'xls'],
    ['ots', 'XLS', 'xls'],
    ['ppsm', 'PPT', 'ppt'],
    ['otp', 'PPT', 'ppt'],
    ['ydoc', 'DOC', 'doc'],
    ['yxls', 'XLS', 'xls'],
    ['jpg', 'JPG', 'image'],
    ['heic', 'IMG', 'image'],
    ['mp4', 'MP4', 'video'],
    ['webm', 'VID', 'video'],
    ['m4a', 'M4A', 'audio'],
    ['flac', 'AUD', 'audio'],
    ['txt', 'TXT', 'text'],
    ['csv', 'CSV', 'text'],
    ['md', 'MD', 'text'],
    ['html', 'TXT', 'text'],
    ['c', 'C', 'text'],
    ['zip', 'ZIP', 'zip'],
    ['7z', '7Z', 'zip'],
    ['tar.gz', 'ZIP', 'zip'],
    ['dwg', 'DWG', 'cad'],
    ['rvt', 'RVT', 'cad'],
    ['exe', 'EXE', 'other'],
    ['', 'FILE', 'other'],
    ['blend', 'FILE', 'other'],
  ]
  for (const [extension, label, group] of table) {
    test(`${extension || 'none'} is ${label} in ${group}`, () =>
      expect(fileTileOf(extension)).toStrictEqual({ label, group }))
  }
  test('the tile of a file is that of its extension', () =>
    expect(tileOf(anItem())).toStrictEqual({ label: 'PDF', group: 'pdf' }))
  test('the tile of a folder is its kind, without a label', () =>
    expect(tileOf(aFolder())).toStrictEqual({ label: '', group: 'folder' }))
})

describe('folder kinds (1§2)', () => {
  const department = { id: 3, name: '教务处', permissions: [], director_name: '' }
  const table: [kind: string, differences: Partial<Item>][] = [
    ['folder', {}],
    ['owned_collab', { is_owned_collab_folder: true }],
    ['invited_collab', { is_invited_collab_folder: true }],
    ['external_collab', { is_external_collab_folder: true, is_invited_collab_folder: true }],
    ['department', { department, is_owned_collab_folder: true }],
  ]
  test.each(table)('%s', (kind, differences) => expect(folderKindOf(aFolder(differences))).toBe(kind))
})
