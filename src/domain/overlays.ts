interface Rule {
  /** Parameters that the flag needs; without them the address drops the flag (RT-10). */
  needs?: readonly string[]
  /** Optional parameters of the flag. */
  takes?: readonly string[]
  /** The H5 address contains the flag, so that a reload shows the overlay again (RT-06). Other flags are only in memory. */
  inAddress?: boolean
}

/** Names in one text, because that is the shortest code of the first page. */
const inAddress =
  'filenav search preview tab access invite collabRolesDetail comment movecopy share sharesave changeperms changepermssm addmessage contactremove contactselect contactsearch editselected selectnav createfolder sort actionsheet createrename'
const inMemory =
  'select collabLevel record shareaccess shareexpiry sharelink shareqr unsaved leaving card foldersearch me add uploads properties outgoing fullname languages encoding remark kinds message outside password security deeds claim region logosource links linkmenu report reports collectform collectdue collectmenu collectperson handin tags keys manymenu filters scan slides offline copyas'
const parameters: Record<string, Pick<Rule, 'needs' | 'takes'>> = {
  search: { needs: ['search_in'], takes: ['search_text', 'search_filter'] },
  preview: { needs: ['file_id'], takes: ['version', 'by'] },
  comment: { needs: ['typed_id'], takes: ['message_id'] },
  outgoing: { needs: ['way'] },
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

export type OverlayFlag = Words<typeof inAddress | typeof inMemory> | `inside${number}` | `level${number}`

/** All overlays, parents before children (1§2, 2§2). */
export const overlayRules: ReadonlyMap<string, Rule> = new Map(
  [inAddress, inMemory].flatMap((names) =>
    names.split(' ').map((name): [string, Rule] => [name, { ...parameters[name], inAddress: names === inAddress }]),
  ),
)

/** Whether a flag is a level of a picker (`level1`, `level2` …) or of an archive (`inside1` …). Each level is one step back. */
function isLevel(flag: string): boolean {
  return /^(level|inside)\d/.test(flag)
}

/** Whether an overlay exists and has all parameters that it needs (RT-10). */
export function isWholeOverlay({ flag, companions }: { flag: string; companions: Record<string, string> }): boolean {
  return isLevel(flag) || (overlayRules.get(flag)?.needs?.every((name) => companions[name]) ?? overlayRules.has(flag))
}
