const { parse } = require('@babel/parser')

/**
 * Replaces Taro's tables, which list all components of all hosts, with the table of the components in our templates. Of the calls that Taro turns
 * into promises, keeps those that a source names.
 */
module.exports = function leanComponents(source) {
  const { components, words } = this.getOptions()
  const declared = new Map()
  for (const statement of parse(source, { sourceType: 'module' }).program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) if (init) declared.set(id.name, init)
  }
  const changes = []
  const main = declared.get('internalComponents')
  const table = main ?? declared.get('components')
  if (table) {
    changes.push([table, main ? components : {}])
    for (const { value } of table.properties) if (declared.has(value.name)) changes.push([declared.get(value.name), {}])
  }
  const [calls] = declared.get('needPromiseApis')?.arguments ?? []
  if (calls) {
    const names = calls.elements.map(({ value }) => value)
    changes.push([calls, names.filter((name) => words.has(name.toLowerCase()))])
  }
  if (changes.length === 0) throw new Error(`${this.resourcePath} lists neither components nor calls`)
  let lean = source
  for (const [{ start, end }, value] of changes.sort(([one], [other]) => other.start - one.start))
    lean = lean.slice(0, start) + JSON.stringify(value) + lean.slice(end)
  return lean
}
