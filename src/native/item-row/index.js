Component({
  options: { virtualHost: true },
  properties: { packed: String, menu: String },
  methods: {
    open() {
      this.triggerEvent('open')
    },
    more() {
      this.triggerEvent('more')
    },
  },
})
