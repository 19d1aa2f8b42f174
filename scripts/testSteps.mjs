/**
 * The steps of a run: those of the groups that were named, with what they need; and what the chosen test files need built, unless that was
 * built since its sources were changed.
 * @param named groups @param files chosen, of whatever group @param isFresh of a step by its name
 */
export function stepsFor({ groups, steps, named, files, isFresh }) {
  const asked = named.flatMap((name) => groups[name].steps ?? [])
  const wanted = [...asked.flatMap((name) => steps[name].needs ?? []), ...asked]
  const builds = Object.values(groups)
    .filter(({ folders = [] }) => folders.some((folder) => files.some((file) => file.startsWith(`tests/${folder}/`))))
    .flatMap((group) => group.steps ?? [])
  return [...new Set([...wanted, ...builds.filter((name) => !wanted.includes(name) && !isFresh(name))])]
}
