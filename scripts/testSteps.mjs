/**
 * The steps of a run: those of the named groups with their requirements, and the builds that the chosen test files need, unless a build is newer than
 * its sources.
 * @param named groups @param files the chosen ones of any group @param isFresh whether a step, by name, is up to date
 */
export function stepsFor({ groups, steps, named, files, isFresh }) {
  const requested = named.flatMap((name) => groups[name].steps ?? [])
  const wanted = [...requested.flatMap((name) => steps[name].needs ?? []), ...requested]
  const builds = Object.values(groups)
    .filter(({ folders = [] }) => folders.some((folder) => files.some((file) => file.startsWith(`tests/${folder}/`))))
    .flatMap((group) => group.steps ?? [])
  return [...new Set([...wanted, ...builds.filter((name) => !wanted.includes(name) && !isFresh(name))])]
}
