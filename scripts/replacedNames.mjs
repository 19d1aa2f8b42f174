// Names that docs/glossary.md replaced, each with the folder where it may not return. `()`: only as a called function.
const everywhere = `FolderStore Gathering putDown Lending Lent Workshop Turns Lane keepHouse plannedOnce Sight formerBuilds FormerBuilds
  isPassing bidFarewell favour CarriedItems inParts lossOf PlayPlaces SeenLists lastList useLasting alivePages deafen yardstick hushes
  \\w*Late(Words|Parts?|Phrases|Notice|Guides|Package) film Film\\w*`
const rooms = {
  'server/': `Store pour() lend lending lent marked Marked sound Sound still Hand hire give dismiss lane bury sight
    Visit member() judge() plant note[A-Z]\\w*
    tell(OfCollab|OfInvitations|Invited|Receivers|AllReceivers|Maker|Approvers|OfOpening|OfExpiry) markTold mayBeTold ToldComment
    deadLinks take(Visit|Preview|Download|Items|Name|Step|Jobs|MessagesBack) Standing CollectStanding collectStandings
    (record|insert|has)Deed NewDeed outsideOf (queue|spread|send)Outside singleOnes (SPREAD|TELL)_OUTSIDE OutsidePayload
    HeldGrant groupsLetIn invitedTo (held|marked|apart)Within leavingRows LeavingRow apart(Rows|Children) waysOf Reaching ReachingByLink
    isTakenWhole mayTake(Along|Departments) through(Link|Scopes|Collecting) keepInApplet isLoud facesOf faceAddress
    giveUpRelocation forgetOld\\w* keep(Secret|Device|Identity) Seen[A-Z]\\w* drawAnew DrawnPicture [sS]ealer createSealer
    openSealed tryFor untilEnded givenUp StreamCut isDangling violates doerOf LookingActor goneSignal refuseOpenly usableUser
    watchSender framedBy noDevices handOut onlyThese ENTRIES_AT_MOST eachIn(Zip|Tar) usableFolder settleDemoAccounts`,
  'server/live/': 'told lookAt',
  'server/previews/': 'mark',
  'server/storage/': 'bodies',
  'server/queries/': 'bodies',
  'server/demo/': 'bodies',
  'src/': 'late[A-Z]\\w* AppStore KeptNotes VisitStore OutsideKind DeedSheet turnTold notHad',
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
