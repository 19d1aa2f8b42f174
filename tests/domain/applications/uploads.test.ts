import { describe, expect, test } from '@jest/globals'
import { readOpenOptions } from '@/domain/applications/options'
import { acknowledged } from '@/domain/applications/protocol'
import { errorMsg, openUploadState, type OpenUploadState } from '@/domain/applications/uploads'

describe('[OPEN-05] upload page arithmetic, sentence by sentence', () => {
  const table: [sentence: string, total: number, done: number, failed: number, state: OpenUploadState][] = [
    ['In progress while done + failed < total.', 3, 0, 0, 'running'],
    ['In progress while done + failed < total.', 3, 1, 1, 'running'],
    ['In progress while done + failed < total.', 3, 2, 0, 'running'],
    ['Finished with errors when failures exist.', 3, 2, 1, 'failed'],
    ['Finished with errors when failures exist.', 3, 0, 3, 'failed'],
    ['Finished with success.', 3, 3, 0, 'done'],
    ['Retry decrements the failure count: it is in progress again.', 3, 2, 0, 'running'],
    ['Nothing was chosen.', 0, 0, 0, 'idle'],
  ]
  test.each(table)('%s %i files, %i done, %i failed: %s', (_, total, done, failed, state) => {
    expect(openUploadState({ total, done, failed })).toBe(state)
  })

  test.each([
    [undefined, 10],
    ['3', 3],
    ['0', 1],
    ['', 1],
    ['-2', 1],
    ['2.5', 1],
    ['many', 1],
    ['1e3', 1],
  ])(
    'upload count is capped by the configured maximum (default 10; fallback 1): %s gives %i',
    (uploadFileMax, most) => {
      expect(readOpenOptions('/open_upload', { uploadFileMax }).uploadFileMax).toBe(most)
    },
  )

  test('error_msg is "undone" when uploaded without an error message', () => {
    expect(errorMsg('')).toBe('undone')
    expect(errorMsg('no room')).toBe('no room')
  })
})

describe('[OPEN-02] options that somebody else writes', () => {
  const options = (told: Record<string, string>) => readOpenOptions('/select_files/folder/12', told)

  test.each([
    ['1f6fff', { pair: { brand: '#1f6fff', button: '#1f6fff' } }],
    ['1f6fff-1557D6', { pair: { brand: '#1f6fff', button: '#1557D6' } }],
    ['dark', { dark: true }],
    ['light', { dark: false }],
    ['red', {}],
    ['#1f6fff', {}],
    ['1f6fff;background:url(https://evil.example)', {}],
    ['1f6fff-1557d6-000000', {}],
    ['url(javascript:alert(1))', {}],
    ['var(--text)', {}],
    ['', {}],
  ])('a theme is colours and nothing else: %s', (theme, read) => {
    expect(options({ theme }).theme).toEqual(read)
  })

  test('[CTX-01] the configuration of a frame: origin, tokens, where uploads go, how many may be chosen', () => {
    const told = { origin: 'https://school.test', accessToken: 'a', previewUserToken: 'p', targetFolderPath: '课件' }
    expect(options({ ...told, folderId: '7', selectFileMax: '3' })).toMatchObject({
      ...told,
      folderId: 7,
      selectFileMax: 3,
    })
    const nothing = { origin: '', accessToken: '', previewUserToken: '', targetFolderPath: '', selectFileMax: null }
    expect(readOpenOptions('/open_upload', {})).toMatchObject({ ...nothing, folderId: 0 })
  })

  test('texts are cut to one line, and cannot reverse the writing direction', () => {
    expect(options({ productName: `  a\n b\u202e${'c'.repeat(100)}` }).productName).toBe(`a b\ufffd${'c'.repeat(36)}`)
    expect(options({ userName: '王\u202e珂', productName: '课堂' }).userName).toBe('王\ufffd珂')
    expect(options({ confirmBtnText: '<img src=x onerror=alert(1)>' }).confirmBtnText).toBe(
      '<img src=x onerror=alert(1)>',
    )
  })

  test('[RT-09] the address names the module and perhaps the folder', () => {
    expect(options({}).module).toBe('select_files')
    expect(options({}).folderId).toBe(12)
    expect(options({ folderId: '7' }).folderId).toBe(7)
    expect(readOpenOptions('/select_destination', { folderId: '../1' }).folderId).toBe(0)
    expect(readOpenOptions('/open_preview', { file_id: '5' }).fileId).toBe(5)
    expect(readOpenOptions('/open_preview', { file_id: '5 or 1' }).fileId).toBeNull()
    expect(options({ selectFileMax: '2' }).selectFileMax).toBe(2)
    expect(options({}).selectFileMax).toBeNull()
  })
})

describe('[OPEN-01] acknowledgements', () => {
  test.each([
    [{ from: 'satchel-embed', type: 'ack', data: { id: 3 } }, 3],
    [{ from: 'satchel', type: 'ack', data: { id: 3 } }, null],
    [{ from: 'satchel-embed', type: 'ack', data: { id: '3' } }, null],
    [{ from: 'satchel-embed', type: 'ack' }, null],
    [null, null],
    ['ack', null],
    [7, null],
  ])('%j acknowledges %j', (message, id) => {
    expect(acknowledged(message)).toBe(id)
  })
})
