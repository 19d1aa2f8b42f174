/** The parts of a syllable by their five bits, from 0. A blank stands for no part, a full stop for bits without meaning. */
const INITIALS = '. ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const MEDIALS = '.. ㅏㅐㅑㅒㅓ..ㅔㅕㅖㅗㅘㅙ..ㅚㅛㅜㅝㅞㅟ..ㅠㅡㅢㅣ'
const FINALS = '. ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁ.ㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'
const numbered = (parts: string) => parts.replace(/[. ]/g, '')
const [initials, medials, finals] = [numbered(INITIALS), numbered(MEDIALS), ` ${numbered(FINALS)}`]
const SYLLABLES = 0xac00
const ksx1001 = new TextDecoder('euc-kr')

/** Decodes Johab, the encoding of Korean in DOS: five bits for each part of a syllable; signs and Hanja in the order of KS X 1001. */
export function decodeJohab(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!
    const letter = lead < 128 ? String.fromCharCode(lead) : letterOf(lead, bytes[at + 1] ?? 0)
    text += letter || '\ufffd'
    if (lead >= 128 && letter) at += 1
  }
  return text
}

/** @returns an empty text for bytes without a letter */
function letterOf(lead: number, trail: number): string {
  if (lead <= 0xd3) return syllableOf((lead << 8) | trail)
  const isSign = lead >= 0xd9 && lead <= 0xde
  if (!(isSign || (lead >= 0xe0 && lead <= 0xf9)) || !((trail >= 0x31 && trail <= 0x7e) || trail >= 0x91)) return ''
  const row = isSign ? 2 * (lead - 0xd9) : 2 * lead - 0x197
  const cell = trail < 0x91 ? trail - 0x31 : trail - 0x43
  const letter = ksx1001.decode(Uint8Array.of(row + 0xa1 + Math.floor(cell / 94), (cell % 94) + 0xa1))
  return letter === '\ufffd' ? '' : letter
}

function syllableOf(code: number): string {
  const [initial, medial, final] = [INITIALS[(code >> 10) & 31], MEDIALS[(code >> 5) & 31], FINALS[code & 31]]
  const parts = [initial ?? '.', medial ?? '.', final ?? '.']
  if (parts.includes('.')) return ''
  const single = parts.join('').trim()
  if (single.length <= 1) return single
  if (initial === ' ' || medial === ' ') return ''
  const at = (initials.indexOf(initial!) * medials.length + medials.indexOf(medial!)) * finals.length
  return String.fromCharCode(SYLLABLES + at + finals.indexOf(final!))
}
