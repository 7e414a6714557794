/**
 * What the server of the second API can do wrong: each breaks one thing, and fails these checks and no others, since what
 * else notices it is hidden by them.
 */
export const noticed = {
  "note.one-text": ["created.createNote"],
  "holder.404": ["accepted.getOwner"],
  "holder.404-in-figures": ["error.message"],
  "holder.405": ["accepted.getOwner"],
  "contact.link-emptied": ["effect.updateContact"],
  "contact.letter-kept": ["effect.updateContact"],
  "contact.415": ["accepted.updateContact"],
  "block.500": ["accepted.freezeCard"],
  "contact.address-lost": ["effect.updateContact"],
  "contact.hours-replaced": ["effect.updateContact"],
  "contact.link-stays": ["effect.updateContact"],
  "rate.redirect": ["accepted.getRate"],
  "mood.number": ["accepted.getOwner", "accepted.listOwners"],
  "note.one-kept": ["effect.replaceNote"],
  "missing-token.holder": ["token.missing.getOwner"],
  "any-token.rate": ["token.invalid.getRate"],
  "invalid-token.403": ["token.invalid.freezeCard"],
  "scheme.contact": ["token.scheme.updateContact"],
  "narrow-scope.contact": ["scope.cards-read.updateContact", "scope.cards-write.updateContact"],
  "all-scopes.contact": ["accepted.updateContact"],
  "expired-token.holder": ["token.dies.getOwner"],
  "key.optional.block": ["idempotency-key.missing.freezeCard"],
  "key.empty.contact": ["idempotency-key.empty.updateContact"],
  "timestamp.optional": ["timestamp.missing.freezeCard"],
  "timestamp.loose": ["timestamp.malformed.freezeCard"],
  "stale.accepted": ["timestamp.stale.freezeCard"],
  "fresh.refused": ["timestamp.fresh.freezeCard"],
  "signature.optional": ["signature.missing.freezeCard"],
  "signature.unchecked": ["signature.key.freezeCard"],
  "signature.method-free": ["signature.method.freezeCard"],
  "signature.hex": ["signature.algorithm.freezeCard"],
  "refused.applied.block": ["refused.no-effect.freezeCard"],
  "refused.applied.contact": ["refused.no-effect.updateContact"],
  "signature.500": ["refused.client-error.freezeCard"],
  "retry.applied.block": ["idempotency.retry.freezeCard"],
  "retry.applied.contact": ["idempotency.retry.updateContact"],
  // A repetition shows what has become of it since.
  "retry.anew.contact": ["idempotency.retry.updateContact"],
  "reuse.unnoticed.contact": ["idempotency.retry.updateContact"],
  "refused-key.used-up.contact": ["idempotency.retry.updateContact"],
  "body-is-key.block": ["idempotency.distinct.freezeCard"],
  // A body that was sent before changes nothing.
  "body-is-key.contact": ["effect.updateContact", "idempotency.distinct.updateContact"],
  "channel.other": ["contact.channel"],
  "block.200": ["status.freezeCard"],
  "rate.any-amount": ["demanded.amount.getRate"],
  "rate.amount-optional": ["demanded.amount.getRate"],
  "rate.any-region": ["demanded.X-Region.getRate"],
  "rate.region-optional": ["demanded.X-Region.getRate"],
  "channel.optional": ["demanded.channel.updateContact"],
  // What was taken is shown again.
  "channel.any-type": ["contact.channel", "demanded.channel.updateContact"],
  "holders.missing": ["holders.complete"],
  "rate.text": ["rate.complete"],
  "rate.html": ["accepted.getRate"],
  "error.text.holder": ["error.401.body.getOwner"],
  "holder.first": ["accepted.getOwner"],
  "holder.any-id": ["unknown-item.getOwner"],
  "holder.old-contact": ["same-item.getOwner"],
  "holders.total-of-page": ["total.listOwners"],
  "holders.total-of-all": ["total.listOwners"],
  "holders.unfiltered": ["filter.kind.listOwners"],
  // What is counted is more than what is listed.
  "holders.filtered-short": ["filter.kind.listOwners", "total.listOwners"],
  "holders.any-mood": ["filter.mood.listOwners"],
  "holders.no-mood": ["filter.mood.listOwners"],
  "rate.headerless": ["headers.getRate"],
  "rate.plain-json": ["media-type.getRate"],
  "payments.filtered-once": ["filter.state.listPayments"],
  "payments.any-day": ["filter.day.listPayments"],
  "payments.first-mark": ["filter.marks.listPayments"],
  "payments.either": ["filters.listPayments"],
  "payments.days-of-the-place": ["range.paidFrom.listPayments", "range.paidTo.listPayments"],
  "payments.days-of-the-west": ["range.paidFrom.listPayments", "range.paidTo.listPayments"],
  "payments.of-all": ["filter.state.listPayments"],
  "note.any-length": ["demanded.text.createNote", "demanded.text.replaceNote"],
  "note.bytes": ["text-length.createNote", "text-length.replaceNote"],
  "note.created-elsewhere": ["created.createNote"],
  "note.stays": ["removed.removeNote"],
  "note.any-tag": ["if-match.removeNote", "if-match.replaceNote"],
  // A second write is let in while the first one is under way.
  "note.race": ["if-match.replaceNote"],
  "note.tag-stays": ["entity-tag.getNote", "if-match.replaceNote"],
  "note.other-removed": ["removed.removeNote"],
  "note.unchanged": ["effect.replaceNote"],
  "note.color-kept": ["effect.replaceNote"],
  "note.cut": ["created.createNote"],
  "note.pinned": ["default.createNote", "default.replaceNote"],
  // 0 is taken for no rank.
  "note.rank-POST": ["created.createNote"],
  "note.rank-PUT": ["effect.replaceNote"],
  "note.day-before": ["created.createNote", "effect.replaceNote"],
  "note.summer-day-before": ["created.createNote", "effect.replaceNote"],
  "note.key-forgotten": ["idempotency.retry.createNote"],
  "note.words-stay": ["removed.removeNote"],
  "notes.pinned-at-first": ["effect.replaceNote"],
  "note.password-shown": ["write-only.createNote", "write-only.replaceNote"],
  "note.other-replaced": ["effect.replaceNote"],
  "location.other": ["created.createNote"],
  "location.of-list": ["created.createNote"],
  "label.204": ["created.putLabel"],
  "label.always-201": ["created.putLabel"],
  "label.anew-204": ["created.putLabel"],
  "label.unread": ["created.putLabel"],
  "label.unlisted": ["created.putLabel"],
  "label.still-listed": ["removed.removeLabel"],
  "bill.first-two-summed": [
    "aggregate.total.createBill",
    "aggregate.total.getBill",
    "aggregate.total.listBills",
    "aggregate.total.replaceLines",
    "aggregate.total.sendBill",
  ],
  "bill.sent-anyway-PUT": ["refused-state.replaceLines"],
  "bill.sent-anyway-POST": ["refused-state.sendBill"],
  "labels.twice": ["numbered-pages.listLabels"],
  "labels.lost": ["numbered-pages.listLabels"],
  "labels.long": ["numbered-pages.listLabels"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One thing that the server does wrong. */
export type Flaw = keyof typeof noticed;

/** All of them. */
export const flaws = Object.keys(noticed) as readonly Flaw[];

/** What is lawful: it hides something from the suite, or goes on while it looks. */
export type Circumstance =
  | "blocks-hidden"
  | "blocks-restless"
  | "effects-late"
  | "body-refused"
  | "one-text"
  | "other-texts"
  | "notes-go-on"
  | "notes-of-others";
