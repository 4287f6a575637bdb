# 回答声称了本轮没有依据的内容时所说的话。

claim_count_mismatch = 回答中的数目与任何工具得出的都不符：“{ $quote }”
claim_fabricated_call = 回答声称做过的事，本轮没有工具做过：“{ $quote }”
claim_fabricated_source = 回答提到的来源，本轮没有任何内容出自那里：“{ $quote }”
claim_fact_mismatch = 回答给出的值，没有任何工具给出过：“{ $quote }”
claim_false_absence = 回答说什么都没有，但本轮没有搜索得出这样的结果：“{ $quote }”
claim_foreign_receipt = 回答出示的是另一个工具的凭据：{ $quote }
claim_forged_receipt = 回答出示的凭据从未签发过：{ $quote }
claim_inference_as_fact = 回答把推测说成了确定的事：“{ $quote }”
claim_replayed_receipt = 回答出示的是较早一轮的凭据：{ $quote }
