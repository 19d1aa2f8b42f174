import { deflateSync } from 'node:zlib'
import { leaf, pdfOf, stream } from '../samples/rawPdf'
import { cutPdf, pdf } from '../samples/samples'
import type { HostileFile } from './HostileFile'

const flate = (content: Buffer, times = 1) => {
  let squeezed = content
  for (let time = 0; time < times; time += 1) squeezed = deflateSync(squeezed, { level: 9 })
  return { content: squeezed, filter: `/Filter [${'/FlateDecode '.repeat(times)}]` }
}
const MiB = 1024 * 1024
const script = (canary: string) =>
  `app.alert('ran'); this.submitForm('${canary}/js'); app.launchURL('${canary}/launched', true);`

export const brokenPdfs: HostileFile[] = [
  { name: 'cut off.pdf', bytes: () => cutPdf, ends: 'failure' },
  {
    name: 'cut off in the middle.pdf',
    bytes: async () => (await pdf({ pages: ['a', 'b', 'c'] })).subarray(0, 900),
    ends: 'failure',
  },
  { name: 'a header alone.pdf', bytes: () => '%PDF-1.7\n', ends: 'failure' },
  { name: 'an end alone.pdf', bytes: () => '%PDF-1.7\nstartxref\n0\n%%EOF', ends: 'failure' },
  {
    name: 'a table of noise.pdf',
    bytes: () =>
      leaf()
        .toString('latin1')
        .replace(/\d{10} 00000 n/g, '9999999999 00000 n'),
    ends: ['shown', 'failure'],
  },
  {
    name: 'no table.pdf',
    bytes: () =>
      leaf()
        .toString('latin1')
        .replace(/xref\n0[^]*trailer/, 'trailer'),
    ends: ['shown', 'failure'],
  },
  {
    name: 'no pages.pdf',
    bytes: () => pdfOf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [] /Count 0>>']),
    ends: 'failure',
  },
  { name: 'no catalog.pdf', bytes: () => pdfOf(['<</Type /Pages>>']), ends: 'failure' },
  {
    name: 'a wrong length.pdf',
    bytes: () => leaf().toString('latin1').replace('/Length 5', '/Length 2147483647'),
    ends: ['shown', 'failure'],
  },
]

export const tanglesOfPdf: HostileFile[] = [
  {
    name: 'a tree in a circle.pdf',
    bytes: () => pdfOf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [2 0 R] /Count 9 /Parent 2 0 R>>']),
    ends: 'failure',
  },
  { name: 'a table in a circle.pdf', bytes: () => circleOfTables(), ends: ['shown', 'failure'] },
  { name: 'object streams in a circle.pdf', bytes: () => objectStreamsInACircle(), ends: ['failure', 'shown'] },
  {
    name: '100,000 pages that are not there.pdf',
    bytes: () => leaf().toString('latin1').replace('/Count 1', '/Count 100000'),
    ends: ['shown', 'failure'],
  },
  {
    name: '100,000 times one page.pdf',
    bytes: () =>
      pdfOf([
        '<</Type /Catalog /Pages 2 0 R>>',
        `<</Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000>>`,
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>',
      ]),
    ends: 'shown',
  },
  {
    name: 'a page of a thousand miles.pdf',
    bytes: () => leaf({ box: '0 0 4000000000 4000000000' }),
    ends: ['shown', 'failure'],
  },
  { name: 'a page of no width.pdf', bytes: () => leaf({ box: '0 0 0 0' }), ends: ['shown', 'failure'] },
  { name: 'a page below zero.pdf', bytes: () => leaf({ box: '500 500 -1e9 NaN' }), ends: ['shown', 'failure'] },
  {
    name: 'a picture in itself.pdf',
    bytes: () =>
      leaf({
        page: '/Resources <</XObject <</X 5 0 R>>>>',
        content: Buffer.from('/X Do'),
        more: [
          stream(
            Buffer.from('/X Do'),
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 5 0 R>>>>',
          ),
        ],
      }),
    ends: ['failure', 'shown'],
  },
  {
    name: 'brackets.pdf',
    bytes: () => leaf({ page: `/X ${'['.repeat(100_000)}`, content: Buffer.from('['.repeat(100_000)) }),
    ends: ['shown', 'failure'],
  },
  { name: 'saved states.pdf', bytes: () => leaf({ content: Buffer.from('q '.repeat(1_000_000)) }), ends: 'shown' },
  { name: 'a locked one.pdf', bytes: () => pdf({ password: 'secret' }), ends: 'shown' },
  {
    name: 'an unknown lock.pdf',
    bytes: () => leaf().toString('latin1').replace('/Root', '/Encrypt <</Filter /Unknown /V 9>> /Root'),
    ends: ['shown', 'failure', 'not_support'],
  },
]

export const pdfsThatAct: HostileFile[] = [
  {
    name: 'script on opening.pdf',
    bytes: (canary) => leaf({ catalog: `/OpenAction <</S /JavaScript /JS (${escaped(script(canary))})>>` }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'script of its names.pdf',
    bytes: (canary) =>
      leaf({
        catalog: '/Names <</JavaScript <</Names [(a) 5 0 R]>>>>',
        more: [`<</S /JavaScript /JS (${escaped(script(canary))})>>`],
      }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'script of a page.pdf',
    bytes: (canary) => leaf({ page: `/AA <</O <</S /JavaScript /JS (${escaped(script(canary))})>>>>` }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'launches.pdf',
    bytes: () => leaf({ catalog: '/OpenAction <</S /Launch /F (/bin/sh) /Win <</F (cmd.exe) /P (/c calc)>>>>' }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'goes elsewhere.pdf',
    bytes: (canary) =>
      leaf({
        catalog: `/OpenAction <</S /URI /URI (${canary}/uri)>>`,
        page: `/Annots [<</Type /Annot /Subtype /Link /Rect [0 0 300 400] /A <</S /URI /URI (javascript:fetch\\('${canary}/annotation'\\))>>>>]`,
      }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'sends a form.pdf',
    bytes: (canary) =>
      leaf({
        catalog: `/OpenAction <</S /SubmitForm /F <</FS /URL /F (${canary}/form)>>>> /AcroForm <</Fields [] /NeedAppearances true>>`,
      }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'draws from elsewhere.pdf',
    bytes: (canary) =>
      leaf({
        page: '/Resources <</XObject <</X 5 0 R>>>>',
        content: Buffer.from('/X Do'),
        more: [
          stream(
            Buffer.alloc(0),
            `/Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /F <</FS /URL /F (${canary}/image)>>`,
          ),
        ],
      }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'a form of XFA.pdf',
    bytes: (canary) =>
      leaf({
        catalog: '/AcroForm <</XFA 5 0 R /Fields []>>',
        more: [
          stream(
            Buffer.from(
              `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><script contentType="application/x-javascript">${script(canary)}</script></template></xdp:xdp>`,
            ),
          ),
        ],
      }),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'a program within.pdf',
    bytes: () =>
      leaf({
        catalog: '/Names <</EmbeddedFiles <</Names [(a.exe) <</Type /Filespec /F (a.exe) /EF <</F 5 0 R>>>>]>>>>',
        more: [stream(Buffer.from('MZ'))],
      }),
    ends: 'shown',
    isActive: true,
  },
]

export const floodsOfPdf: HostileFile[] = [
  {
    name: 'a page of 128 MiB.pdf',
    bytes: () => leaf(flate(Buffer.alloc(128 * MiB, ' '))),
    ends: ['shown', 'failure'],
    isSlow: true,
  },
  {
    name: 'a page of 64 MiB squeezed thrice.pdf',
    bytes: () => leaf(flate(Buffer.alloc(64 * MiB, ' '), 3)),
    ends: ['shown', 'failure'],
    isSlow: true,
  },
  {
    name: 'a page of 300,000 strokes.pdf',
    bytes: () => leaf(flate(Buffer.from('0 0 m 9 9 l S\n'.repeat(300_000)))),
    ends: ['shown', 'failure'],
    isSlow: true,
  },
  {
    name: 'a picture of 60,000 × 60,000.pdf',
    bytes: () =>
      leaf({
        page: '/Resources <</XObject <</X 5 0 R>>>>',
        content: Buffer.from('300 0 0 400 0 0 cm /X Do'),
        more: [
          stream(
            deflateSync(Buffer.alloc(MiB)),
            '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
          ),
        ],
      }),
    ends: ['shown', 'failure'],
  },
  {
    name: 'a picture of noise.pdf',
    bytes: () =>
      leaf({
        page: '/Resources <</XObject <</X 5 0 R>>>>',
        content: Buffer.from('/X Do'),
        more: [
          stream(
            Buffer.alloc(5000, 0xa5),
            '/Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
          ),
        ],
      }),
    ends: 'shown',
  },
]

function escaped(text: string): string {
  return text.replace(/[()\\]/g, '\\$&')
}

function circleOfTables(): string {
  const plain = leaf().toString('latin1')
  const table = plain.lastIndexOf('xref\n0')
  return plain.replace('/Root', `/Prev ${table} /Root`)
}

/** The catalog is in an object stream that contains itself. */
function objectStreamsInACircle(): Buffer {
  const objects = Buffer.from('1 0 <</Type /Catalog /Pages 2 0 R>>')
  const inner = stream(objects, '/Type /ObjStm /N 1 /First 4 /Extends 2 0 R')
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n2 0 obj\n'), inner, Buffer.from('\nendobj\n')])
  const rows = Buffer.from([0, 0, 0, 0, 2, 0, 2, 0, 2, 0, 2, 0, 1, 0, 0, 0].slice(0, 12))
  const table = stream(rows, '/Type /XRef /Size 3 /W [1 2 1] /Root 1 0 R')
  return Buffer.concat([
    body,
    Buffer.from('3 0 obj\n'),
    table,
    Buffer.from(`\nendobj\nstartxref\n${body.length}\n%%EOF`),
  ])
}
