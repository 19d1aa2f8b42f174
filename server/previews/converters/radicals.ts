/** Radicals of the block CJK Radicals Supplement, and below them the characters that look the same (EquivalentUnifiedIdeograph of Unicode). */
const radicals =
  '⺁⺆⺇⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺲⺳⺷⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳'
const characters =
  '厂冂几刂卜㔾小小尢尣尢尣巳幺彑彐忄㣺扌攵旡月歺母民氵氺灬爫爫丬牛犭王疋罒示礻竹糹纟罒网羊耂肀聿肉臼艹艹艹虎衤覀西见角角讠贝足车辶辶辶阝钅長镸长门阜阝雨青韦页风飞食飠飠饣首马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'
const twins = new Map(Array.from(radicals, (radical, at) => [radical, Array.from(characters)[at]!]))

/**
 * Replaces radicals by characters. Fonts draw both alike, and programs that write PDFs then name the radical: a text says ⻓⻋ instead of 长车. Unicode's
 * compatibility forms cover only the Kangxi radicals.
 */
export function withoutRadicals(text: string): string {
  return text
    .replace(/[\u2e80-\u2ef3]/g, (radical) => twins.get(radical) ?? radical)
    .replace(/[\u2f00-\u2fd5]/g, (radical) => radical.normalize('NFKC'))
}
