//! What `wit-bindgen` makes of the contract.

#![allow(missing_docs, unsafe_op_in_unsafe_fn)]

wit_bindgen::generate!({
    path: "../../wit/c",
    world: "omw",
    pub_export_macro: true,
    default_bindings_module: "bindings",
});
