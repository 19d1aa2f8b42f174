/** Every component of ours is a function: without what mobx-react does for classes and `Provider` it is two kilobytes lighter (gz). */
module.exports = function functionObservers(source) {
  const unneeded = [
    ['return makeClassComponentObserver(component);', 'throw new Error("[mobx-react] class component");'],
    ['Provider.displayName = "MobXProvider";', ''],
  ]
  return unneeded.reduce((lean, [found, instead]) => {
    if (!lean.includes(found)) throw new Error(`${this.resourcePath} has no ${found}`)
    return lean.replace(found, instead)
  }, source)
}
