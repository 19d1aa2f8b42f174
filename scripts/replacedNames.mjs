// Names that docs/glossary.md replaced, each with the folder where it may not return. `()`: only as a called function.
const everywhere = `FolderStore Gathering putDown Lending Lent Workshop Turns Lane keepHouse plannedOnce Sight formerBuilds FormerBuilds
  isPassing bidFarewell favour CarriedItems inParts lossOf PlayPlaces SeenLists lastList useLasting alivePages deafen yardstick hushes
  \\w*Late(Words|Parts?|Phrases|Notice|Guides|Package) film Film\\w*`
const rooms = {
  'server/': `Store pour() lend lending lent marked Marked sound Sound still Hand hire give dismiss lane bury sight
    Visit member() judge() plant note[A-Z]\\w*`,
  'server/live/': 'told lookAt',
  'server/previews/': 'mark',
  'server/storage/': 'bodies',
  'server/queries/': 'bodies',
  'server/demo/': 'bodies',
  'src/': 'late[A-Z]\\w*',
  'src/api/': 'insist reach heard accept Configuration',
  'src/stores/': 'accept Configuration late carry renewed',
  'src/screens/': 'carry()',
  'src/pages/': 'carry()',
}
const pattern = (names) => new RegExp(`^(${names.trim().split(/\s+/).join('|').replaceAll('()', '\\(\\)')})$`)
const rules = [['', pattern(everywhere)], ...Object.entries(rooms).map(([room, names]) => [room, pattern(names)])]

/** The replaced names among a file's identifiers, and in its file name. */
export function replacedIn(file, identifiers) {
  const own = file.split('/').at(-1).split('.')[0]
  return new Set(
    rules.flatMap(([room, names]) =>
      file.startsWith(room) ? [...identifiers, own].filter((name) => names.test(name)) : [],
    ),
  )
}
