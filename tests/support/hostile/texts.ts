import { gbkText } from '../samples/samples'
import type { HostileFile } from './HostileFile'

const MiB = 1024 * 1024
const page = (canary: string) =>
  `<!doctype html><script>fetch('${canary}/page')</script><img src="${canary}/picture" onerror="fetch('${canary}/error')">`
const active = ['page.html', 'page.txt', 'page.htm', 'page.xml', 'script.js', 'style.css', 'log.log', 'page.vue'].map(
  (name): HostileFile => ({ name: `a ${name}`, bytes: page, ends: 'shown', isActive: true }),
)

export const textsThatAct: HostileFile[] = [
  ...active,
  {
    name: 'entities of the system.xml',
    bytes: () => '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'formulas.csv',
    bytes: (canary) =>
      `=cmd|' /C calc'!A0,"=WEBSERVICE(""${canary}/csv"")","=HYPERLINK(""${canary}"",""x"")",@SUM(1),+1,-1\n`,
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'a page in it.md',
    bytes: (canary) =>
      `# a\n\n${page(canary)}\n\n<iframe src="${canary}/frame"></iframe>\n<svg onload="fetch('${canary}/svg')">\n`,
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'links.md',
    bytes: (canary) =>
      `[a](javascript:fetch('${canary}/link')) [b](data:text/html,<script>1</script>) [c](file:///etc/passwd) [d](vbscript:x) <javascript:alert(1)>\n`,
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'pictures.md',
    bytes: (canary) =>
      `![a](${canary}/picture.png) ![b](file:///etc/passwd) ![c](//${new URL(canary).host}/p) [![d](${canary}/d)](${canary}/e)\n\n[e]: ${canary}/f\n![e]\n`,
    ends: 'shown',
    isActive: true,
  },
]

const DEEP = 10_000
const WIDE = 2000

export const deepTexts: HostileFile[] = [
  { name: 'brackets.md', bytes: () => '['.repeat(DEEP), ends: 'shown' },
  { name: 'links in links.md', bytes: () => `${'['.repeat(DEEP)}a${'](b)'.repeat(DEEP)}`, ends: 'shown' },
  { name: 'begun links.md', bytes: () => '[a]('.repeat(WIDE), ends: 'shown', isSlow: true },
  { name: 'quotes.md', bytes: () => `${'>'.repeat(DEEP)} a`, ends: 'shown' },
  { name: 'quotes of a hundred.md', bytes: () => `${'>'.repeat(100)} a`, ends: 'shown' },
  { name: 'lists in a line.md', bytes: () => `${'- '.repeat(DEEP)}a`, ends: 'shown', isSlow: true },
  {
    name: 'lists.md',
    bytes: () => Array.from({ length: 600 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ends: 'shown',
    isSlow: true,
  },
  {
    name: 'lists of a hundred.md',
    bytes: () => Array.from({ length: 100 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ends: 'shown',
  },
  { name: 'stars.md', bytes: () => '**a _b '.repeat(DEEP), ends: 'shown', isSlow: true },
  {
    name: 'ticks.md',
    bytes: () => Array.from({ length: 400 }, (_, length) => '`'.repeat(length + 1)).join(' '),
    ends: 'shown',
  },
  {
    name: 'columns.md',
    bytes: () => `${'|a'.repeat(WIDE)}|\n${'|-'.repeat(WIDE)}|\n${'|b'.repeat(WIDE)}|`,
    ends: 'shown',
  },
  { name: 'brackets.json', bytes: () => '['.repeat(100_000), ends: 'shown' },
  {
    name: 'laughs.yaml',
    bytes: () =>
      `a0: &a0 [x]\n${Array.from({ length: 20 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`).join('\n')}`,
    ends: 'shown',
  },
]

export const longTexts: HostileFile[] = [
  { name: 'a line of 1 MB.txt', bytes: () => 'a'.repeat(MiB), ends: 'shown', isSlow: true },
  { name: 'a line of 1 MB.md', bytes: () => 'a'.repeat(MiB), ends: 'shown', isSlow: true },
  { name: 'a line of words of 1 MB.md', bytes: () => 'ab '.repeat(MiB / 3), ends: 'shown', isSlow: true },
  { name: 'a heading of 200 KB.md', bytes: () => `# ${'a'.repeat(200_000)}`, ends: 'shown', isSlow: true },
  { name: 'a million columns.csv', bytes: () => `${','.repeat(1_000_000)}\n`, ends: 'shown', isSlow: true },
  { name: 'a million lines.txt', bytes: () => 'a\n'.repeat(MiB), ends: 'too_large', isSlow: true },
  { name: 'four million empty lines.txt', bytes: () => '\n'.repeat(4 * MiB), ends: 'shown' },
  { name: 'over 4 MB.txt', bytes: () => Buffer.alloc(4 * MiB + 1, 'a'), ends: 'shown' },
  { name: 'a tower of accents.txt', bytes: () => `a${'\u0301'.repeat(100_000)}`, ends: 'shown' },
  { name: 'a family of thousands.txt', bytes: () => '👨\u200d'.repeat(20_000), ends: 'shown' },
]

/** Half of a surrogate pair, between two letters. */
const lone = (order: 'le' | 'be') => {
  const bytes = Buffer.from('\ufeffa\ud800b', 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

export const oddLetters: HostileFile[] = [
  { name: 'zero bytes.txt', bytes: () => 'a\0b\0\0c', ends: ['shown', 'extension_not_correct'] },
  { name: 'a zero byte far down.txt', bytes: () => `${'a'.repeat(5000)}\0b`, ends: 'shown' },
  { name: 'all zero bytes.txt', bytes: () => Buffer.alloc(1000), ends: 'extension_not_correct' },
  {
    name: 'control characters.txt',
    bytes: () => Buffer.from(Array.from({ length: 31 }, (_, at) => at + 1)),
    ends: 'shown',
  },
  { name: 'half a pair.txt', bytes: () => lone('le'), ends: 'shown' },
  { name: 'half a pair, big end first.md', bytes: () => lone('be'), ends: 'shown' },
  { name: 'half a pair in UTF-8.txt', bytes: () => Buffer.from('61eda08062', 'hex'), ends: 'shown' },
  { name: 'a mark alone.txt', bytes: () => '\ufeff', ends: 'shown' },
  { name: 'marks everywhere.txt', bytes: () => '\ufeffa\ufeffb\ufeff', ends: 'shown' },
  {
    name: 'UTF-16 of odd length.txt',
    bytes: () => Buffer.concat([Buffer.from('\ufeff中文', 'utf16le'), Buffer.from([1])]),
    ends: 'shown',
  },
  { name: 'UTF-16 without a mark.txt', bytes: () => Buffer.from('plain', 'utf16le').swap16(), ends: 'shown' },
  { name: 'GBK cut in a letter.txt', bytes: () => gbkText.subarray(0, 3), ends: 'shown' },
  { name: 'overlong.txt', bytes: () => Buffer.from('61c0afe080af62', 'hex'), ends: 'shown' },
  { name: 'right to left.txt', bytes: () => 'invoice\u202efdp.exe\u202c \u2066\u2067مرحبا שלום\u2069', ends: 'shown' },
  { name: 'right to left.md', bytes: () => '# \u202egnp.exe\n\n[\u202ea\u202c](http://b) مرحبا', ends: 'shown' },
  {
    name: 'private and unassigned.txt',
    bytes: () => '\ue000\uffff\u{10ffff}\u{e0001}\u2028\u2029\u0085',
    ends: 'shown',
  },
]
