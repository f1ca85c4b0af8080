// The plain form of an order: what the program takes.

/** An order from what was filled in, by field. */
export function plainOf(form, values) {
  return [form.tag, ...form.fields.map((field) => {
    if (field.name in values) return values[field.name];
    if (field.part === "units") return values.picks ?? [];
    if (field.part === "pairs" || field.part === "ones" || field.part === "way") return [];
    if (field.part === "flag") return Boolean(field.value);
    if (field.part === "one") return field.choices.length === 1 ? field.choices[0] : field.choices.includes("") ? "" : field.value ?? "";
    return field.value;
  })];
}
