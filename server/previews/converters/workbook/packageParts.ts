export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OPEN = 'http://schemas.openxmlformats.org'
export const MAIN = `xmlns="${OPEN}/spreadsheetml/2006/main"`
export const RELATIONS = `xmlns:r="${OPEN}/officeDocument/2006/relationships"`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A text in XML. What XML cannot hold is written as Excel does, such as _x0001_. */
export function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      /[\0-\x08\x0b-\x1f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

/** The parts of a workbook that name the others. @param names of its sheets */
export function packageParts(names: readonly string[]): Record<string, string> {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OPEN}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (list: readonly string[]) =>
    `${HEAD}<Relationships xmlns="${OPEN}/package/2006/relationships">${list.join('')}</Relationships>`
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`
  const sheet = (name: string, at: number) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`
  return {
    '[Content_Types].xml': [
      `${HEAD}<Types xmlns="${OPEN}/package/2006/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      override('workbook', 'sheet.main'),
      ...names.map((_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet')),
      override('styles', 'styles'),
      override('sharedStrings', 'sharedStrings'),
      '</Types>',
    ].join(''),
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': [
      `${HEAD}<workbook ${MAIN} ${RELATIONS}><sheets>${names.map(sheet).join('')}</sheets></workbook>`,
    ].join(''),
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relation(names.length + 1, 'styles', 'styles.xml'),
      relation(names.length + 2, 'sharedStrings', 'sharedStrings.xml'),
    ]),
  }
}
