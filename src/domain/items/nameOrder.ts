/** Chinese digits and their values, the usual ones and those of bookkeeping. */
const DIGITS = '〇零一二两兩三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖'
const VALUES = '0012223456789122334566789'
/** Units, and below them their usual forms. */
const UNITS = '十百千万拾佰仟萬'
const USUAL = '十百千万十百千万'
/** What a numeral may begin with: a word that begins with another unit is no number (百度, 万科, 千里). */
const FIRST = `${DIGITS}十拾廿卅`
const NUMERAL = new RegExp(`[${FIRST}][${FIRST}${UNITS}]*`, 'g')
/** What a number that counts stands before … */
const COUNTED =
  /^(?:单元|單元|学期|學期|阶段|階段|[章節节回话話课課册冊卷集期部篇辑輯编編讲講号號组組班周週季年月日天题題页頁段条條款项項届屆次批轮輪场場幕步层層楼樓级級])/
/** … or behind. */
const COUNTING = /(?:第|周|週|星期|礼拜|禮拜|附件|附录|附錄|表|图|圖|卷)$/
/** A letter that makes a word of the numeral before it. */
const LETTER = /^[\u3400-\u9fff\uf900-\ufaff\u3005\u3007\u3040-\u30ff]/
const PART_OF_NUMBER = new RegExp(`[0-9${FIRST}${UNITS}]$`)

/**
 * The text by which a name is sorted: numerals that count become digits, so that 第十章 follows 第九章. Numerals that are part of a word stay (三国, 统一规划),
 * and the word is sorted by its sound. `order_key` of the database does the same.
 */
export function orderKey(name: string): string {
  return name.replace(NUMERAL, (numeral, at: number) => {
    const [before, behind] = [name.slice(0, at), name.slice(at + numeral.length)]
    if (PART_OF_NUMBER.test(before) || /^[0-9]/.test(behind)) return numeral
    const isNumber = COUNTING.test(before) || COUNTED.test(behind) || !LETTER.test(behind)
    return isNumber ? valueOf(numeral) : numeral
  })
}

/** The decimal digits of a numeral: 二十三 and 二三 are 23, 二〇二六 is 2026. */
function valueOf(numeral: string): string {
  const signs = Array.from(numeral.replace(/廿/g, '二十').replace(/卅/g, '三十'), (sign) =>
    DIGITS.includes(sign) ? VALUES[DIGITS.indexOf(sign)]! : USUAL[UNITS.indexOf(sign)]!,
  )
  if (signs.every((sign) => VALUES.includes(sign))) return signs.join('')
  let [total, section, number] = [0n, 0n, 0n]
  for (const sign of signs) {
    if (sign === '万') [total, section, number] = [(total + section + number) * 10_000n, 0n, 0n]
    else if (VALUES.includes(sign)) number = number * 10n + BigInt(sign)
    else [section, number] = [section + (number || 1n) * 10n ** BigInt('十百千'.indexOf(sign) + 1), 0n]
  }
  return String(total + section + number)
}
