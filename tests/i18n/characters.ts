/** The characters of a two-byte encoding between two first bytes. */
function charactersOf(encoding: string, [from, to]: [number, number], second: number): Set<string> {
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  for (let first = from; first <= to; first += 1)
    for (let at = second; at <= 0xfe; at += 1) found.add(decoder.decode(new Uint8Array([first, at])))
  return found
}

const own = {
  /** GB 2312: the part of GBK that has no traditional characters. */
  'zh-CN': charactersOf('gbk', [0xa1, 0xf7], 0xa1),
  'zh-TW': charactersOf('big5', [0xa1, 0xf9], 0x40),
}

/** Chinese characters of a text that its language does not use. */
export function foreignIn(text: string, language: keyof typeof own): string[] {
  return (text.match(/[\u3400-\u9fff]/g) ?? []).filter((one) => !own[language].has(one))
}

/** Words of the mainland that Taiwan does not use. */
export const mainlandWords =
  /軟件|網絡|視頻|音頻|鏈接|默認|登錄|賬|信息|屏幕|程序|服務器|打印|硬盤|用戶|回收站|搜索|文件夾|接入|群聊|掃碼|新建|提交|二維碼|頭像|刷新|保存|設置|沒能|暫不能|[已可以]按(?!鈕)/
