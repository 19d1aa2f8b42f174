interface Rule {
  /** Parameters without which the flag is dropped from the address (RT-10). */
  needs?: readonly string[]
  /** Parameters that go with it, if they are there. */
  takes?: readonly string[]
  /** Stands in the address of H5, so that a reload shows it again (RT-06). Any other lives in memory. */
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

/** The overlays that exist, parents before children (1§2, 2§2). */
export const overlayRules: ReadonlyMap<string, Rule> = new Map(Object.entries(rules))

/** Whether a flag is that of a place gone into, each a step to go back: `level1`, `level2` … in a picker, `inside1` … in an archive. */
function isLevel(flag: string): boolean {
  return /^(level|inside)\d/.test(flag)
}

/** Whether an overlay exists and has every companion that it needs (RT-10). */
export function isWholeOverlay({ flag, companions }: { flag: string; companions: Record<string, string> }): boolean {
  return isLevel(flag) || (overlayRules.get(flag)?.needs?.every((name) => companions[name]) ?? overlayRules.has(flag))
}
