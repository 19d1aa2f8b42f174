import { describe, expect, test } from '@jest/globals'
import { frameOutcome, modeOf, type FrameWord } from '@/domain/previews/officeFrame'

describe('[PREV-05] [CTX-05] a file is requested in one of two modes', () => {
  const docx = { category: 'document', viewer: 'pdf', isSwitched: false } as const
  const table: [sentence: string, file: Parameters<typeof modeOf>[0], wps_preview: boolean, mode: string][] = [
    ['an office document opens in the frame where the enterprise has the WPS flag', docx, true, 'office'],
    ['an office document opens as pages without the flag', docx, false, 'pages'],
    ['switching changes the frame to pages', { ...docx, isSwitched: true }, true, 'pages'],
    ['switching changes pages to the frame', { ...docx, isSwitched: true }, false, 'office'],
    ['a PDF needs no office', { ...docx, category: 'pdf' }, true, 'pages'],
    ['a text needs no office', { ...docx, category: 'text' }, true, 'pages'],
    ['the phone’s own viewer does not use the frame', { ...docx, viewer: 'system' }, true, 'pages'],
    ['a picture never opens in the frame', { ...docx, category: 'image', viewer: 'gallery' }, true, 'pages'],
  ]
  test.each(table)('%s', (_sentence, file, wps_preview, mode) => expect(modeOf(file, { wps_preview })).toBe(mode))
})

describe('[PREV-10] the office frame posts success or fail only from its own origin (1§4)', () => {
  const office = 'https://office.example'
  const said = (data: unknown, more: Partial<FrameWord> = {}): FrameWord => ({
    origin: office,
    isFromFrame: true,
    data,
    ...more,
  })
  const table: [sentence: string, word: FrameWord, outcome: string | null][] = [
    ['success from the frame', said({ success: true }), 'shown'],
    ['fail from the frame', said({ fail: true }), 'unknown'],
    ['fail with a reason of its own', said({ fail: 'licence' }), 'unknown'],
    ['fail because of the network', said({ fail: 'network_error' }), 'network_error'],
    ['success from another origin', said({ success: true }, { origin: 'https://evil.example' }), null],
    ['fail from another origin', said({ fail: true }, { origin: 'https://evil.example' }), null],
    ['success from the same host by http', said({ success: true }, { origin: 'http://office.example' }), null],
    [
      'success from the same host on another port',
      said({ success: true }, { origin: 'https://office.example:8443' }),
      null,
    ],
    [
      'success from an origin that only begins like the right one',
      said({ success: true }, { origin: 'https://office.example.evil.example' }),
      null,
    ],
    ['success from a page without an origin', said({ success: true }, { origin: 'null' }), null],
    ['success from another window of that origin', said({ success: true }, { isFromFrame: false }), null],
    ['fail from another window of that origin', said({ fail: true }, { isFromFrame: false }), null],
    ['any other message', said({ type: 'ready' }), null],
    ['success as a bare string', said('success'), null],
    ['success as the number 1', said({ success: 1 }), null],
    ['fail as false', said({ fail: false }), null],
    ['null', said(null), null],
    ['nothing', said(undefined), null],
  ]
  for (const [sentence, word, outcome] of table) {
    test(`${sentence} means ${outcome ?? 'nothing'}`, () => expect(frameOutcome(word, office)).toBe(outcome))
  }
})
