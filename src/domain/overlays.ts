interface Rule {
  /** Parameters that the flag needs; without them the address drops the flag (RT-10). */
  needs?: readonly string[]
  /** Optional parameters of the flag. */
  takes?: readonly string[]
  /** The H5 address contains the flag, so that a reload shows the overlay again (RT-06). Other flags are only in memory. */
  inAddress?: true
}

const rules = {
  filenav: { inAddress: true },
  select: {},
  search: { needs: ['search_in'], takes: ['search_text'], inAddress: true },
  preview: { needs: ['file_id'], takes: ['version'], inAddress: true },
  tab: { inAddress: true },
  access: { inAddress: true },
  invite: { inAddress: true },
  collabRolesDetail: { inAddress: true },
  collabLevel: {},
  comment: { needs: ['typed_id'], takes: ['message_id'], inAddress: true },
  record: {},
  movecopy: { inAddress: true },
  share: { inAddress: true },
  sharesave: { inAddress: true },
  changeperms: { inAddress: true },
  changepermssm: { inAddress: true },
  addmessage: { inAddress: true },
  contactremove: { inAddress: true },
  shareaccess: {},
  shareexpiry: {},
  sharelink: {},
  shareqr: {},
  unsaved: {},
  leaving: {},
  contactselect: { inAddress: true },
  contactsearch: { inAddress: true },
  editselected: { inAddress: true },
  card: {},
  selectnav: { inAddress: true },
  createfolder: { inAddress: true },
  foldersearch: {},
  sort: { inAddress: true },
  actionsheet: { inAddress: true },
  createrename: { inAddress: true },
  me: {},
  add: {},
  uploads: {},
  properties: {},
  outgoing: { needs: ['way'] },
  fullname: {},
  languages: {},
  encoding: {},
  remark: {},
  kinds: {},
  message: {},
  outside: {},
  password: {},
  security: {},
  deeds: {},
  claim: {},
  region: {},
  logosource: {},
  links: {},
  linkmenu: {},
  report: {},
  reports: {},
  collectform: {},
  collectdue: {},
  collectmenu: {},
  collectperson: {},
  handin: {},
} satisfies Record<string, Rule>

export type OverlayFlag = keyof typeof rules | `inside${number}` | `level${number}`

/** All overlays, parents before children (1§2, 2§2). */
export const overlayRules: ReadonlyMap<string, Rule> = new Map(Object.entries(rules))

/** Whether a flag is a level of a picker (`level1`, `level2` …) or of an archive (`inside1` …). Each level is one step back. */
function isLevel(flag: string): boolean {
  return /^(level|inside)\d/.test(flag)
}

/** Whether an overlay exists and has all parameters that it needs (RT-10). */
export function isWholeOverlay({ flag, companions }: { flag: string; companions: Record<string, string> }): boolean {
  return isLevel(flag) || (overlayRules.get(flag)?.needs?.every((name) => companions[name]) ?? overlayRules.has(flag))
}
