# What is said of an answer that claims what its turn does not support.

claim_count_mismatch = The answer counts something that no tool counted so: “{ $quote }”
claim_fabricated_call = The answer claims to have done what no tool did in this turn: “{ $quote }”
claim_fabricated_source = The answer names a source that nothing in this turn came from: “{ $quote }”
claim_fact_mismatch = The answer gives a value that no tool gave: “{ $quote }”
claim_false_absence = The answer says that there is nothing, which no search of this turn found: “{ $quote }”
claim_foreign_receipt = The answer shows the receipt of another tool: { $quote }
claim_forged_receipt = The answer shows a receipt that was never issued: { $quote }
claim_inference_as_fact = The answer presents a guess as certain: “{ $quote }”
claim_replayed_receipt = The answer shows a receipt of an earlier turn: { $quote }
